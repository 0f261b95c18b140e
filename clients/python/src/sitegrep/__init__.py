"""Client of the HTTP API of sitegrep, which finds the websites that have a string in their source."""

from .client import Client
from .content import Content
from .errors import SitegrepError
from .streams import Event

__all__ = ["Client", "Content", "Event", "SitegrepError"]
__version__ = "0.1.0"
