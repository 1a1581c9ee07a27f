#!/bin/sh
# Opens a page and reads data from it. Run it with: sh browse.sh https://example.com
set -eu

url=${1:-https://example.com}

# Use a separate session, and close it when the script ends for any reason.
export SVC_SESSION="browse-$$"
trap 'svc close >/dev/null' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

svc open "$url" >&2

# Commands print `key: value` lines. If one fails, the script stops, since the exit code is not 0.
title=$(svc get title)
title=${title#title: }
printf 'title is %s\n' "$title"

# JSON for other programs: {"success":true,"data":{"result":[...]}}
svc eval '[...document.links].map(link => link.href)' --json

# Use the indices that `svc state` prints: svc click 3; svc input 4 'a text'; svc keys Enter
svc state --max-tokens 1000

# The exit code tells the kind of error: 3 not found or stale, 5 timeout. The full list: svc help exit-codes
code=0
svc wait selector body --timeout 5000 >/dev/null || code=$?
if [ "$code" -eq 5 ]; then echo "the page is not ready" >&2; exit 1; fi

svc screenshot page.png
