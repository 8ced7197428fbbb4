import { appError, fail, ok, type Result } from '#shared/bridge/result.ts'
import type { ServiceClient } from '../../api/service-client.ts'
import type { OutboundFile, CommandsOf, TransfersOf } from '../../bridge/router.ts'
import { splitChunks } from '../../runtime/streams.ts'
import type { StoreCall } from '../../store/client.ts'
import type { AccountQuestions, Workspace } from '../../workspace-types.ts'
import { requireSameVehicle } from '../reports/reports.ts'

interface CompletePdfDeps {
  call: StoreCall
  client: ServiceClient
  onKept: (vrm: string) => void
  /** Called before the bytes leave. */
  recordRead: (vrm: string) => Promise<void>
}

/**
 * Official PDF of a report. It comes from this PC if it was opened before, else through a fresh link. The link is a
 * secret that expires, so it is neither stored nor logged.
 */
async function readCompletePdf(
  { call, client, onKept, recordRead }: CompletePdfDeps,
  reportId: string,
  signal: AbortSignal,
): Promise<Result<OutboundFile>> {
  const report = await call('completeReport', reportId)
  if (!report) return fail(appError('not-found'))
  const kept = await call('completePdf', reportId)
  if (kept) {
    await recordRead(report.vrm)
    return ok(toPdfFile(report.vrm, kept))
  }
  const fresh = requireSameVehicle(report.vrm, await client.getReport(reportId, signal))
  if (!fresh.ok) return fresh
  const { reportUrl } = fresh.value
  if (reportUrl === undefined) return fail(appError('not-found'))
  const pdf = await client.download(reportUrl, signal)
  if (!pdf.ok) return pdf
  if (!isPdf(pdf.value)) return fail(appError('not-a-pdf'))
  await call('keepCompletePdf', reportId, pdf.value)
  onKept(report.vrm)
  await recordRead(report.vrm)
  return ok(toPdfFile(report.vrm, pdf.value))
}

/**
 * True if the bytes have a PDF header within the first kilobyte, as readers accept it (ISO 32000-1, annex H.3), and
 * an end marker.
 */
function isPdf(bytes: Uint8Array): boolean {
  const decodeLatin1 = (part: Uint8Array) => Buffer.from(part).toString('latin1')
  return (
    decodeLatin1(bytes.subarray(0, 1024)).includes('%PDF-') &&
    decodeLatin1(bytes.subarray(-2048)).includes('%%EOF')
  )
}

const toPdfFile = (vrm: string, bytes: Uint8Array): OutboundFile => ({
  filename: `informe-${vrm}.pdf`,
  contentType: 'application/pdf',
  bytes: splitChunks(bytes),
})

export function createCompleteCommands({ ask }: AccountQuestions): CommandsOf<'complete'> {
  return {
    'complete.get': ({ vrm }) => ask(({ complete }) => complete.get(vrm)),
    'complete.request': ({ vrm, again }) => ask(({ complete }) => complete.request(vrm, again)),
    'complete.stop': ({ id }) => ask(({ complete }) => complete.stop(id)),
    'complete.resolve': (resolution) => ask(({ complete }) => complete.resolve(resolution)),
  }
}

export function createCompleteTransfers(workspace: () => Workspace): TransfersOf<'complete'> {
  return {
    'complete.pdf'({ reportId }, signal) {
      const { store, client, complete, audit } = workspace()
      const recordRead = (vrm: string) =>
        audit.record({ what: 'report.read', kind: 'pdf', identifier: vrm, result: 'ok' })
      const deps = { call: store.call, client, onKept: complete.publishExternalChange, recordRead }
      return readCompletePdf(deps, reportId, signal)
    },
  }
}
