import { startServer } from '../machine.ts'

/** A record that PCs share. */
export interface PeerRecord {
  id: string
  [field: string]: string | number
}

/** A system that shares records between PCs. Its server is a process on loopback; its PCs are in this process. */
export interface SharingPeer {
  readonly server: PeerServer
  /** Adds a PC without data. It reads what the server has. */
  addPc(): Promise<PeerPc>
  /** Writes many records. Resolves when the server has them. */
  fill(records: readonly PeerRecord[]): Promise<void>
  stop(): Promise<void>
}

export interface PeerPc {
  write(record: PeerRecord): Promise<void>
  /** Resolves when this PC shows the record. Call it before the record is written. */
  untilShown(id: string): Promise<void>
  count: () => Promise<number>
  close(): Promise<void>
}

export interface PeerServer {
  readonly port: number
  /** Kills it as the system does. */
  kill(): Promise<void>
  /** Starts it again, on the same data and port. */
  again(): Promise<void>
}

/** Starts the server of a peer with this Node. */
export async function startPeerServer(
  port: number,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<PeerServer> {
  const start = () => startServer(`http://127.0.0.1:${port}/`, [process.execPath, ...args], { env })
  let kill = await start()
  return {
    port,
    kill: () => kill(),
    async again() {
      kill = await start()
    },
  }
}

/** Tells the callers that wait for an id. */
export function createWaiters() {
  const waiting = new Map<string, () => void>()
  return {
    until: (id: string) => new Promise<void>((resolve) => waiting.set(id, resolve)),
    tell(id: string) {
      waiting.get(id)?.()
      waiting.delete(id)
    },
  }
}
