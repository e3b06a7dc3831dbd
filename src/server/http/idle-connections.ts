import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Tracks the connections of a server. Node counts a connection as active until its first request, and no longer limits its time once the
 * server is closing: a connection that a browser has opened in advance would keep the server open.
 * @returns a function that closes the connections without a request, which a closing server calls repeatedly
 */
export function trackConnections(server: Server): () => void {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    server.closeIdleConnections();
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}
