"""A sample table with a fight in progress, for whoever starts the service to look around."""

from api.sample.laying import Invitation, SampleFailed, lay_out

__all__ = ["Invitation", "SampleFailed", "lay_out"]
