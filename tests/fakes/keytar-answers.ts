import type { KeytarReply, KeytarRequest } from '#electron/core/keychain/keytar-process.ts'

/** Entry of a process that answers like keytar's, from memory, so slowly that it can be killed before. */
const kept = new Map<string, string>([['store-key', 'kept']])

process.on('message', ({ id, args }: KeytarRequest) => {
  const reply: KeytarReply = { id, value: kept.get(args[1] ?? '') ?? null }
  setTimeout(() => process.send?.(reply), Number(process.env['KEYTAR_ANSWERS_MS'] ?? 0))
})
process.on('disconnect', () => process.exit())
