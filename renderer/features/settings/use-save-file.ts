import type { TransferArgs, TransferOutName } from '#shared/bridge/contract.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { useClient } from '../../replica/client.ts'
import { useTransfer } from '../../replica/use-transfer.ts'
import { showToast } from '../../ui-state/toasts.ts'

/** Saves one kind of file to the downloads; `saving` is how far it is, `null` when it is not. */
export function useSaveFile<N extends TransferOutName>(name: N, done: string) {
  const { bridge } = useClient()
  const { progress, run, cancel } = useTransfer()
  const save = async (args: TransferArgs<N>) => {
    const answer = await run((options) => bridge.save(name, args, options))
    if (answer === null) return
    if (answer.ok) showToast(done)
    else showToast(errorTexts[answer.error.code].title, 'failed')
  }
  return { saving: progress, save: (args: TransferArgs<N>) => void save(args), cancel }
}
