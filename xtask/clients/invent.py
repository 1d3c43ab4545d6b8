"""Asks a server what schemathesis invents from its OpenAPI document, as a visitor and as an account with all
scopes.

    python invent.py http://127.0.0.1:8080 SECONDS

Fails if the server fails, or answers with a status, a header or a body that the document lacks.
"""

import http.cookiejar
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance"
CHECKS += ",response_schema_conformance"


def of_visitor(server):
    """The token of a new visitor."""
    request = urllib.request.Request(f"{server}/api/v1/visitors", b"{}", {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["token"]


def of_account(server):
    """The token, with all scopes, of a new account."""
    cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    browser = urllib.request.build_opener(cookies)
    browser.addheaders = [("Origin", server), ("Sec-Fetch-Site", "same-origin")]

    def send(path, **fields):
        with browser.open(server + path, urllib.parse.urlencode(fields).encode()) as answer:
            return answer.read().decode()

    send("/me/sign-up", name="Invent", password="a long password")
    page = send("/me/tokens", name="invent", read="1", play="1", challenge="1", bot="1")
    return re.search(r'value="(bagatelle_[^"]+)"', page)[1]


def asked(server, token, seconds):
    """Whether all answers to what schemathesis invents are as the document says."""
    program = os.path.join(os.path.dirname(sys.executable), "schemathesis")
    command = [program, "--no-color", "run", f"{server}/api/v1/openapi.json"]
    command += ["--header", f"Authorization: Bearer {token}", "--checks", CHECKS, "--max-time", str(seconds)]
    command += ["--warnings", "off", "--continue-on-failure"]
    hooks = {"SCHEMATHESIS_HOOKS": "streams", "PYTHONPATH": os.path.dirname(os.path.abspath(__file__))}
    # It keeps notes in the folder that it runs in.
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(command, env=os.environ | hooks, cwd=folder).returncode == 0


def main():
    server, seconds = sys.argv[1], int(sys.argv[2])
    good = [asked(server, token(server), seconds // 2) for token in (of_visitor, of_account)]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
