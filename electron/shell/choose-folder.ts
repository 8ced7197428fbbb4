import type { Dialog } from 'electron'
import { shellTexts } from '#shared/text/hosts.ts'

/** Opens the system's folder dialog, which can also create one. `from`: the initial folder, if it exists. */
export async function chooseFolder(
  dialog: Pick<Dialog, 'showOpenDialog'>,
  from: string,
): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    title: shellTexts.chooseFolder,
    ...(from !== '' && { defaultPath: from }),
    properties: ['openDirectory', 'createDirectory'],
  })
  return canceled ? null : (filePaths[0] ?? null)
}
