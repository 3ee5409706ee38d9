"""Fracas as the bench serves it: the whole service, without the rate limit that a single seat has."""

from msgspec.structs import replace

from api.app import create_app
from api.rates import Rates

app = create_app()
app.state.service = replace(app.state.service, seat_rates=Rates(10**9, 10**9), door_rates=Rates(10**9, 10**9))
