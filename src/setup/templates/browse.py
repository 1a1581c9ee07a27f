"""Opens a page and reads data from it. Run it with: svc python --file browse.py

`browser` needs no import. It has a method for every svc command, such as browser.click(3) or browser.wait_text("Done").
Variables are kept for the next `svc python`.
"""

URL = "https://example.com"

browser.goto(URL)
title = browser.title
print("title:", title)

# eval returns a Python object.
links = browser.eval("[...document.links].map(link => link.href)")["result"]
for link in links:
    print("link:", link)

# The elements of the page, as in `svc state`. Use their indices: browser.click(3), browser.input(4, "a text").
state = browser.state()
print("elements:", len(state["elements"]))

picture = browser.screenshot()
Path("page.png").write_bytes(picture)
print("picture:", len(picture), "bytes")
