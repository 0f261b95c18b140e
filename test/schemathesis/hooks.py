# Lists of JSON lines are sent as they are drawn.
import schemathesis

schemathesis.serializer.alias("application/x-ndjson", "text/plain")
