import type { Dialog } from 'electron'
import { shellTexts } from '#shared/text/shell.ts'

/** The system's dialog for a folder, which may also be a new one. `from`: where it begins, if there is such a place. */
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
