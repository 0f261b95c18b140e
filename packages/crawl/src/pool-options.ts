// What the pools of undici share, to hosts and to the proxy: their connections are opened by this package.
import type { Socket } from 'node:net';
import type { Agent } from 'undici';
import { hostOf } from './addresses.ts';
import { repairAnswers } from './answer-repair.ts';
import type { SocketTarget } from './sockets.ts';

type ConnectorOptions = { readonly hostname: string; readonly protocol: string; readonly port: string };
type ConnectorCallback = (...result: [null, Socket] | [Error, null]) => void;

/** Options of a pool whose connections are opened here. */
export function poolOptions(
  maxHeaderBytes: number,
  open: (options: ConnectorOptions) => Promise<Socket>,
): Agent.Options {
  return {
    // What a connection speaks is decided when it is opened.
    allowH2: true,
    pipelining: 1,
    maxHeaderSize: maxHeaderBytes,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 15_000,
    // Each request has a deadline of its own that covers everything.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (options, callback) => void hand(tolerant(open(options), maxHeaderBytes), callback),
  };
}

/** The connection, with answers made strict if it speaks HTTP/1.1. */
async function tolerant(opening: Promise<Socket>, maxHeaderBytes: number): Promise<Socket> {
  const socket = await opening;
  if (!('alpnProtocol' in socket && socket.alpnProtocol === 'h2')) repairAnswers(socket, maxHeaderBytes);
  return socket;
}

/** Hands a connection to undici, which does not expect it before its call has returned. */
export async function hand(opening: Promise<Socket>, callback: ConnectorCallback): Promise<void> {
  let socket: Socket;
  try {
    socket = await opening;
  } catch (error) {
    callback(error instanceof Error ? error : new Error(String(error)), null);
    return;
  }
  callback(null, socket);
}

export function targetOf({ hostname, protocol, port }: ConnectorOptions): SocketTarget {
  return {
    host: hostOf({ hostname }),
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  };
}
