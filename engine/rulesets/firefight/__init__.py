"""The firefight house rules: classic Unisystem with levels, called shots, automatic fire and a long armoury."""
