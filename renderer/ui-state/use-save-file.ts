import type { TransferArgs, TransferOutName } from '#shared/bridge/contract.ts'
import type { Result } from '#shared/bridge/result.ts'
import { useClient } from '../replica/client.ts'
import { useTransfer } from '../replica/use-transfer.ts'
import { type ErrorWords, sayFailed } from './say-failed.ts'
import { showToast } from './toasts.ts'

/** Announces the outcome of saving a file. */
export function saySaved(answer: Result<unknown>, done: string, wordsOf?: ErrorWords): void {
  if (answer.ok) showToast(done)
  else sayFailed(answer.error, wordsOf)
}

/**
 * Saves one kind of file to the downloads, one at a time; `saving` is its progress, or `null`.
 * @param leaving whether it stops when its page or dialog is left
 */
export function useSaveFile<N extends TransferOutName>(
  name: N,
  done: string,
  leaving: 'stops' | 'goes-on' = 'stops',
) {
  const { bridge } = useClient()
  const { progress, run, cancel } = useTransfer(leaving)
  const save = async (args: TransferArgs<N>) => {
    if (progress) return
    const answer = await run((options) => bridge.save(name, args, options))
    if (answer) saySaved(answer, done)
  }
  return { saving: progress, save: (args: TransferArgs<N>) => void save(args), cancel }
}

export type FileSaving = Pick<ReturnType<typeof useSaveFile>, 'saving' | 'cancel'>
