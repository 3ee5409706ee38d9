"""Sample tables with a fight in progress, one for each rule set, for whoever starts the service to look around."""

from api.sample.laying import SAMPLES, Invitation, SampleFailed, lay_out

__all__ = ["SAMPLES", "Invitation", "SampleFailed", "lay_out"]
