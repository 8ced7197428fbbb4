import type { Operation } from './operations.ts'

/** A call as a command, with `$SERVICE` and `$KEY` of the reader and ids in capitals. */
export function curlOf({ method, path, isOpen, example, body, takesFile }: Operation): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name.replace(/([A-Z])/g, '_$1').toUpperCase(),
  )
  const url = `"$SERVICE${address}${isOpen ? '?token=TOKEN' : ''}"`
  const isFile = takesFile === true
  const lines = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} ${url}`,
    ...(isOpen ? ['-o file.pdf'] : [`-H "Authorization: Bearer $KEY"`]),
    ...(isFile ? ['-F file=@dni.pdf -F type=national_id'] : []),
    ...(!isFile && body !== undefined && example !== undefined
      ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(example)}'`]
      : []),
  ]
  return lines.join(' \\\n  ')
}
