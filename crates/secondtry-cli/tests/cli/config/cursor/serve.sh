#!/bin/sh
# Serves only where the variables of the client's file have arrived.
[ "$TOKEN" = "from the file" ] && [ "$LEVEL" = info ] && exec "$1" "$2"
