// Draws the API page from this service's own OpenAPI document; nothing is asked of anybody else.
SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#api",
  presets: [SwaggerUIBundle.presets.apis],
  validatorUrl: null,
});
