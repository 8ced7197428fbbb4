import { NOW, openSearchStore } from '#tests/integration/cases/search-store.ts'

export type Pc = ReturnType<typeof openSearchStore>
export type PcPair = ReturnType<typeof openPcPair>

/** Stores of two PCs of an office, whose records a test exchanges as the relay does. */
export function openPcPair() {
  const pcs: [Pc, Pc] = [openSearchStore(), openSearchStore()]
  let written = 0

  function send(from: Pc, to: Pc, now = NOW): void {
    while (from.collectShared(now));
    const records = from.outgoingShared('key-1', 100)
    const stored = records.map(({ id, revision }) => ({ id, revision, seq: ++written }))
    to.sharedArrived(
      records.map(({ id, content }, index) => ({ id, content, seq: stored[index]!.seq, keyId: 'key-1' })),
      null,
      now,
    )
    from.sharedStored(stored, 'key-1')
  }

  return {
    pcs,
    share(): void {
      for (const [index, pc] of pcs.entries())
        pc.startSharing(`pc-${index}`, Buffer.alloc(32).toString('base64url'))
    },
    send,
    exchange(now = NOW): void {
      send(pcs[0], pcs[1], now)
      send(pcs[1], pcs[0], now)
    },
    close: () => pcs.forEach((pc) => pc.close()),
  }
}
