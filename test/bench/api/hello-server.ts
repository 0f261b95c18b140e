// Fastify as its documentation begins: one route, one small answer. Tells its parent the port.
import Fastify from 'fastify';

const app = Fastify();
app.post('/', async () => ({ hello: 'world' }));
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.(url);
// Its parent may be killed.
process.once('disconnect', () => process.exit());
