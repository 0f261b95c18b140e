/* A process that renders pages until it is killed. */
import { openRenderer } from './opened-renderer.ts';

const opened = await openRenderer((_request, response) => {
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<p>x</p><script>setInterval(() => {}, 1)</script>');
});
process.stdout.write('rendering\n');
for (;;) await opened.render('/');
