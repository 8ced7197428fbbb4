import { useState } from 'react'
import { later } from '../../design/later.tsx'
import { LaterDialog } from '../../app/task-dialogs.tsx'

/** Loads with the data of the territories. */
const ItpDialog = later(async () => (await import('./itp-dialog.tsx')).ItpDialog)

/** Data of the transfer that the form begins with. Empty if unknown. */
export interface ItpStart {
  /** As typed. */
  price: string
  saleDay: string
  buyerTaxId: string
  vrm: string
}

/** Another use of the result, beside copying it. */
export interface ItpUse {
  label: string
  /** @param cents the estimated tax */
  run: (cents: number, text: string) => void
}

/** Dialog *Estimar el ITP (620)* of a page. */
export function useItpDialog(start: ItpStart, use?: ItpUse) {
  const [opened, setOpened] = useState<ItpStart | null>(null)
  const close = () => setOpened(null)
  return {
    open: () => setOpened(start),
    dialog: opened && (
      <LaterDialog onClose={close}>
        <ItpDialog
          start={opened}
          use={
            use && {
              ...use,
              run(...result) {
                close()
                use.run(...result)
              },
            }
          }
          onClose={close}
        />
      </LaterDialog>
    ),
  }
}
