"""Builds the wheel and the sdist with the standard library alone (PEP 517, PEP 427): pip fetches nothing to build them."""

import base64
import gzip
import hashlib
import io
import tarfile
import tomllib
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
NAME = PROJECT["name"].replace("-", "_")
STEM = f"{NAME}-{PROJECT['version']}"
INFO = f"{STEM}.dist-info"
# The same files make the same archive.
TIME = (2026, 1, 1, 0, 0, 0)
EPOCH = 1767225600


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = f"{STEM}-py3-none-any.whl"
    files = {path.relative_to(HERE / "src").as_posix(): path.read_bytes() for path in sources()}
    files |= {f"{INFO}/{own}": text.encode() for own, text in metadata().items()}
    files[f"{INFO}/licenses/LICENSE"] = license_file().read_bytes()
    record = "".join(f"{path},sha256={digest(content)},{len(content)}\n" for path, content in files.items())
    files[f"{INFO}/RECORD"] = f"{record}{INFO}/RECORD,,\n".encode()
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, content)
    return name


def build_sdist(sdist_directory, config_settings=None):
    name = f"{STEM}.tar.gz"
    own = [HERE / one for one in ("pyproject.toml", "build_backend.py", PROJECT["readme"])]
    files = {path.relative_to(HERE).as_posix(): path.read_bytes() for path in [*own, *sources()]}
    files["LICENSE"] = license_file().read_bytes()
    files["PKG-INFO"] = metadata()["METADATA"].encode()
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path, content in files.items():
            entry = tarfile.TarInfo(f"{STEM}/{path}")
            entry.size, entry.mtime, entry.mode = len(content), EPOCH, 0o644
            archive.addfile(entry, io.BytesIO(content))
    (Path(sdist_directory) / name).write_bytes(gzip.compress(plain.getvalue(), mtime=EPOCH))
    return name


def sources():
    return sorted(path for path in (HERE / "src").rglob("*") if path.suffix == ".py" or path.name == "py.typed")


def license_file():
    """In the repository the license is that of the whole project; an sdist has a copy."""
    own = HERE / "LICENSE"
    return own if own.exists() else HERE.parent.parent / "LICENSE"


def metadata():
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {PROJECT['name']}",
        f"Version: {PROJECT['version']}",
        f"Summary: {PROJECT['description']}",
        f"License-Expression: {PROJECT['license']}",
        "License-File: LICENSE",
        f"Requires-Python: {PROJECT['requires-python']}",
        *(f"Classifier: {one}" for one in PROJECT["classifiers"]),
        "Description-Content-Type: text/markdown",
    ]
    return {
        "METADATA": "\n".join([*lines, "", (HERE / PROJECT["readme"]).read_text()]),
        "WHEEL": "Wheel-Version: 1.0\nGenerator: svc\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }


def digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
