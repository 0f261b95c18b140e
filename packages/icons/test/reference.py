"""Images of many forms with what Python's packages say of them: mmh3 with codecs as in Shodan's published algorithm, hashlib,
Pillow and ImageHash. Prints a line of JSON for each image.

  python3 -m venv VENV && VENV/bin/pip install mmh3 Pillow ImageHash && VENV/bin/python reference.py > reference.jsonl

With --random N it makes N random icons instead.
"""
import base64, codecs, hashlib, io, json, random, struct, sys, zlib

import imagehash, mmh3
from PIL import Image, ImageDraw


def on_white(image):
    """Its pixels as they show on a white page."""
    white = Image.new("RGB", image.size)
    pixels = []
    for r, g, b, a in image.convert("RGBA").get_flattened_data():
        pixels.append(tuple((2 * (c * a + 255 * (255 - a)) + 255) // 510 for c in (r, g, b)))
    white.putdata(pixels)
    return white


def line(name, data, exact=True):
    line = {
        "name": name,
        "base64": base64.b64encode(data).decode(),
        "mmh3": mmh3.hash(codecs.encode(data, "base64")),
        "md5": hashlib.md5(data).hexdigest(),
        "sha256": hashlib.sha256(data).hexdigest(),
    }
    if exact is not None:
        image = Image.open(io.BytesIO(data))
        image.load()
        rgba = image.convert("RGBA")
        if image.mode == "I;16":
            rgba = Image.merge("RGBA", [image.point(lambda v: v / 256).convert("L")] * 3 + [Image.new("L", image.size, 255)])
        line["size"] = list(image.size)
        if exact:
            line["pixels"] = hashlib.sha256(visible(rgba)).hexdigest()
        else:
            line["rgba"] = base64.b64encode(zlib.compress(visible(rgba), 9)).decode()
        line["phash"] = str(imagehash.phash(on_white(rgba)))
    print(json.dumps(line))


def visible(rgba):
    """Bytes of the pixels; colours that nobody can see are black."""
    return b"".join(bytes(p) if p[3] else b"\0\0\0\0" for p in rgba.get_flattened_data())


def drawing(width, height, seed):
    chance = random.Random(seed)
    image = Image.new("RGBA", (width, height), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    for _ in range(6):
        colour = tuple(chance.randrange(256) for _ in range(3)) + (chance.choice([255, 255, 128]),)
        x, y = chance.randrange(width), chance.randrange(height)
        box = [x, y, x + chance.randrange(1, width), y + chance.randrange(1, height)]
        chance.choice([draw.rectangle, draw.ellipse])(box, fill=colour)
    return image


def saved(image, kind, **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def raw_png(width, height, depth, colour, samples, interlaced, extra=b""):
    """A PNG of samples by row, column and channel, each row with the next filter."""
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
    passes = [(0, 0, 1, 1)]
    if interlaced:
        passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    step = max(1, channels * depth // 8)
    data = b""
    for x0, y0, dx, dy in passes:
        above = None
        for row, y in enumerate(range(y0, height, dy)):
            bits = "".join(format(v, f"0{depth}b") for x in range(x0, width, dx) for v in samples[y][x])
            if not bits:
                continue
            bits += "0" * (-len(bits) % 8)
            now = int(bits, 2).to_bytes(len(bits) // 8, "big")
            above = above or bytes(len(now))
            kind = row % 5
            out = bytearray()
            for at, value in enumerate(now):
                a = now[at - step] if at >= step else 0
                b = above[at]
                c = above[at - step] if at >= step else 0
                p = a + b - c
                nearest = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
                out.append((value - [0, a, b, (a + b) // 2, nearest][kind]) % 256)
            data += bytes([kind]) + bytes(out)
            above = now
    body = zlib.compress(data)
    half = len(body) // 2
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, int(interlaced))
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", body[:half]) + chunk(b"IDAT", body[half:])
        + chunk(b"IEND", b"")
    )


def pngs():
    chance = random.Random(59)
    for colour, depths in {0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]}.items():
        for depth in depths:
            for interlaced in [False, True]:
                channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[colour]
                width, height = chance.choice([(13, 9), (16, 16), (5, 21), (3, 2)])
                samples = [[[chance.randrange(2**depth) for _ in range(channels)] for _ in range(width)] for _ in range(height)]
                extra = b""
                if colour == 3:
                    extra = chunk(b"PLTE", bytes(chance.randrange(256) for _ in range(3 * 2**depth)))
                    if interlaced:
                        extra += chunk(b"tRNS", bytes(chance.randrange(256) for _ in range(2**depth // 2)))
                data = raw_png(width, height, depth, colour, samples, interlaced, extra)
                line(f"png colour {colour} depth {depth}{' interlaced' if interlaced else ''}", data)
    grey = [[[(x * 16 + y) % 256] for x in range(16)] for y in range(16)]
    line("png grey with a clear value", raw_png(16, 16, 8, 0, grey, False, chunk(b"tRNS", struct.pack(">H", 35))))
    rgb = [[[x * 15, y * 15, 7] for x in range(16)] for y in range(16)]
    line("png colours with a clear value", raw_png(16, 16, 8, 2, rgb, True, chunk(b"tRNS", struct.pack(">HHH", 30, 45, 7))))


def bmp(width, height, depth, pixels, compression=0, masks=b"", palette=b"", icon=False, top=False, size=40, mask=b""):
    header = struct.pack("<IiiHHIIiiII", size, width, (-1 if top else 1) * height * (2 if icon else 1), 1, depth, compression, 0, 0, 0, 0, 0)
    body = header + masks.ljust(size - 40 if size > 40 else 0, b"\0") + palette
    if icon:
        return body + pixels + mask
    return b"BM" + struct.pack("<IHHI", 14 + len(body) + len(pixels), 0, 0, 14 + len(body)) + body + pixels


def ico(images):
    """@param images (width, height, bits, data)"""
    out = struct.pack("<HHH", 0, 1, len(images))
    offsets = {}
    at = 6 + 16 * len(images)
    for width, height, bits, data in images:
        if data not in offsets:
            offsets[data] = at
            at += len(data)
        out += struct.pack("<BBBBHHII", width % 256, height % 256, 0, 0, 1, bits, len(data), offsets[data])
    return out + b"".join(offsets)


def bmps():
    chance = random.Random(60)
    noise = lambda count: bytes(chance.randrange(256) for _ in range(count))
    zeroed = lambda count: b"".join(noise(3) + b"\0" for _ in range(count))
    for depth, stride in [(1, 4), (4, 8), (8, 12)]:
        line(f"bmp depth {depth}", bmp(11, 7, depth, noise(stride * 7), palette=zeroed(2**depth)))
    line("bmp depth 24", bmp(11, 7, 24, noise(36 * 7)))
    line("bmp depth 24 from the top", bmp(11, 7, 24, noise(36 * 7), top=True))
    line("bmp depth 16", bmp(11, 7, 16, noise(24 * 7)))
    line("bmp depth 16 with masks", bmp(11, 7, 16, noise(24 * 7), compression=3, size=52, masks=struct.pack("<III", 0xF800, 0x7E0, 0x1F)))
    line("bmp depth 32 with masks", bmp(11, 7, 32, noise(44 * 7), compression=3, size=56, masks=struct.pack("<IIII", 0xFF, 0xFF00, 0xFF0000, 0xFF000000)))
    for depth, stride in [(1, 4), (4, 8), (8, 16), (24, 48)]:
        palette = zeroed(2**depth) if depth < 24 else b""
        image = bmp(16, 16, depth, noise(stride * 16), palette=palette, icon=True, mask=noise(64))
        line(f"ico depth {depth} with a mask", ico([(16, 16, depth, image)]))
    image = bmp(16, 16, 32, noise(64 * 16), icon=True, mask=bytes(64))
    line("ico depth 32", ico([(16, 16, 32, image)]))
    small = bmp(16, 16, 24, noise(48 * 16), icon=True, mask=bytes(64))
    large = saved(drawing(256, 256, 3), "PNG")
    line("ico with a PNG of 256 pixels", ico([(16, 16, 24, small), (256, 256, 32, large)]))
    line("ico of Pillow", saved(drawing(48, 48, 4), "ICO", sizes=[(16, 16), (32, 32), (48, 48)]))
    line("ico of 200 images", ico([(16, 16, 24, small)] * 199 + [(32, 32, 32, saved(drawing(32, 32, 5), "PNG"))]))


def gifs():
    for size in [(16, 16), (33, 17), (64, 64)]:
        image = drawing(*size, size[0])
        for interlace in [0, 1]:
            flat = image.convert("P", palette=Image.Palette.ADAPTIVE)
            line(f"gif {size[0]} pixels wide{' interlaced' if interlace else ''}", saved(flat, "GIF", interlace=interlace))
    clear = drawing(32, 32, 9)
    line("gif with clear pixels", saved(clear, "GIF"))
    noise = Image.frombytes("P", (90, 90), random.Random(7).randbytes(8100))
    noise.putpalette(random.Random(8).randbytes(768))
    line("gif with more codes than fit", saved(noise, "GIF"))
    frames = [drawing(20, 20, seed).convert("RGB") for seed in range(3)]
    line("gif that moves", saved(frames[0], "GIF", save_all=True, append_images=frames[1:]))


def main():
    if sys.argv[1:2] == ["--random"]:
        for seed in range(int(sys.argv[2])):
            chance = random.Random(seed)
            # Of other than square images Pillow resamples columns or rows first, by its version.
            side = chance.randrange(2, 130)
            image = drawing(side, side, seed)
            kind = chance.choice(["PNG", "GIF", "ICO", "BMP"])
            if kind == "ICO":
                image = image.resize((32, 32))
            line(f"random {seed}", saved(image.convert("RGB") if kind == "BMP" else image, kind))
        return
    for text in ["", "a", "ab", "abc", "abcd", "<html>no icon</html>"]:
        line(f"text {text!r}", text.encode(), None)
    for length in [56, 57, 58, 113, 114, 115, 1000]:
        line(f"{length} bytes", random.Random(length).randbytes(length), None)
    pngs()
    bmps()
    gifs()
    for size in [1, 2, 16, 32, 180, 300]:
        line(f"png of {size} pixels", saved(drawing(max(size, 2), max(size, 2), size).resize((size, size)), "PNG"))
    line("png of one colour", saved(Image.new("RGB", (32, 32), (12, 200, 90)), "PNG"))
    line("png that is black", saved(Image.new("RGB", (20, 20)), "PNG"))
    line("png of nothing", saved(Image.new("RGBA", (16, 16), (9, 9, 9, 0)), "PNG"))
    photo = drawing(64, 48, 11).convert("RGB")
    line("jpeg", saved(photo, "JPEG", quality=90, subsampling=0), False)
    line("jpeg progressive", saved(photo, "JPEG", quality=90, progressive=True, subsampling=0), False)
    line("jpeg grey", saved(photo.convert("L"), "JPEG", quality=90), False)
    line("webp", saved(photo, "WEBP"), None)


main()
