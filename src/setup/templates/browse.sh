#!/bin/sh
# Opens a page and takes from it what a script needs: sh browse.sh https://example.com
set -eu

url=${1:-https://example.com}

# A session of its own, so that nothing else is disturbed; it ends whatever happens.
export SVC_SESSION="browse-$$"
trap 'svc close >/dev/null' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

svc open "$url" >&2

# Each command answers `key: value` on stdout. A failure stops the script, since svc never exits 0 then.
title=$(svc get title)
title=${title#title: }
printf 'title is %s\n' "$title"

# JSON for other programs: {"success":true,"data":{"result":[...]}}
svc eval '[...document.links].map(link => link.href)' --json

# Act by the numbers that `svc state` prints, such as: svc click 3; svc input 4 'a text'; svc keys Enter
svc state --max-tokens 1000

# The exit code tells what went wrong: 3 not found or stale, 5 too late. All of them: svc help exit-codes
code=0
svc wait selector body --timeout 5000 >/dev/null || code=$?
if [ "$code" -eq 5 ]; then echo "the page is not ready" >&2; exit 1; fi

svc screenshot page.png
