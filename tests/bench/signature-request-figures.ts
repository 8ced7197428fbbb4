import { personLetter } from '#shared/domain/tax-id-control.ts'
import { startCore } from '#tests/fakes/core-fixture.ts'
import { startFaultService } from '#tests/fakes/fault-service.ts'
import { signatureRequests } from '#tests/fakes/signature-service.ts'
import { request, sent } from '#tests/fakes/signature-fixture.ts'
import { figure, type Figure } from './statistics.ts'

const CONTACTS = 10_000
const REQUESTS = 60
const LOOKS = 60

/**
 * *Firmas*: a request from the user's command to its receipt, with a service that answers at once; autosave; and the
 * address book of a large office. Without the rate limit, so that our own time is measured.
 */
export async function signatureRequestFigures(): Promise<Figure[]> {
  const service = await startFaultService(signatureRequests())
  const core = await startCore(service.url)
  await core.value('settings.update', { undoSeconds: 0 })
  await core.value('accounts.change', { id: 'demo', assumptions: { interactiveRequestsPerSecond: 50 } })
  const timed = async (run: () => Promise<unknown>) => {
    const started = performance.now()
    await run()
    return performance.now() - started
  }

  const importing = await timed(() =>
    core.core.router.receive('contacts.import', {}, addressBook(), new AbortController().signal),
  )
  const finds: number[] = []
  for (let n = 0; n < LOOKS; n++) {
    const text = ['ma', 'garcia', `${1000 + n * 37}`, 'lopez mar'][n % 4] ?? ''
    finds.push(await timed(() => core.value('contacts.find', { text, limit: 8 })))
  }

  const saves: number[] = []
  const sends: number[] = []
  for (let n = 0; n < REQUESTS; n++) {
    let one = await request(core, { fullname: `Firmante ${n}` })
    saves.push(
      await timed(async () => {
        one = await core.value('signature-requests.save', {
          id: one.id,
          version: one.version,
          fields: { notes: 'x' },
        })
      }),
    )
    let state = ''
    sends.push(await timed(async () => void ({ state } = await sent(core, one))))
    if (state !== 'sent') throw new Error(`it ended ${state}`)
  }
  const lists: number[] = []
  for (let n = 0; n < LOOKS; n++)
    lists.push(await timed(() => core.value('signatures.list', { filter: { view: 'all' }, limit: 100 })))
  await core.stop()
  await service.close()
  return [
    figure('signing: a change of a request written down', 'ms', saves),
    figure('signing: from the word of the person to the receipt', 'ms', sends, {
      note: 'looked at every 10 ms',
    }),
    figure('signing: the first page of the list', 'ms', lists),
    figure(`signing: a signer found among ${CONTACTS}, as it is typed`, 'ms', finds, { target: 15 }),
    figure(`signing: ${CONTACTS} signers imported from CSV`, 'ms', [importing]),
  ]
}

const NAMES = ['María', 'Marta', 'José Luis', 'Núria', 'Iñaki', 'Carmen', 'Antonio', 'Lucía']
const SURNAMES = ['García', 'López', 'Martín', 'Fernández', 'Ribera', 'Ibáñez', 'Soler', 'Etxeberria', 'Peña']

async function* addressBook(): AsyncGenerator<Uint8Array> {
  const rows = Array.from({ length: CONTACTS }, (_, n) => {
    const digits = String(n).padStart(8, '0')
    const name = `${NAMES[n % NAMES.length]} ${SURNAMES[n % SURNAMES.length]} ${SURNAMES[(n * 7) % SURNAMES.length]}`
    return `${digits}${personLetter(digits)};${name}`
  })
  yield Buffer.from(['NIF;Nombre', ...rows].join('\n'))
}
