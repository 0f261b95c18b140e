import { once } from 'node:events';
import { connect } from 'node:tls';

const HANDSHAKE_MS = 2_000;

/** Whether TLS is spoken at the address of a URL. Nothing is told to who answers, and no certificate is trusted. */
export async function speaksTls(url: URL): Promise<boolean> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(url.port || 80), rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(HANDSHAKE_MS) });
    return true;
  } catch {
    // It is asked after a failure, which is told.
    return false;
  } finally {
    socket.destroy();
  }
}
