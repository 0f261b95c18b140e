// Stands in for yt-dlp: prints what the server at its first argument answers, or complains of it.
const [, , origin = ''] = process.argv;
const response = await fetch(origin);
const body = await response.text();
if (response.ok) process.stdout.write(body);
else {
  process.stderr.write(body);
  process.exitCode = 1;
}
