"""Opens a page and takes from it what a program needs: svc python --file browse.py

`browser` is there without an import. It has a method for every command of svc (browser.click(3), browser.wait_text("Done")),
and variables stay for the next `svc python`.
"""

URL = "https://example.com"

browser.goto(URL)
title = browser.title
print("title:", title)

# What eval finds comes back as a Python object.
links = browser.eval("[...document.links].map(link => link.href)")["result"]
for link in links:
    print("link:", link)

# The numbered elements, as `svc state` prints them: act on them with browser.click(3) or browser.input(4, "a text").
state = browser.state()
print("elements:", len(state["elements"]))

picture = browser.screenshot()
Path("page.png").write_bytes(picture)
print("picture:", len(picture), "bytes")
