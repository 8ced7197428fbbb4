import { ScanLine } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ScannedFile } from '#shared/bridge/scan-folder.ts'
import { shortWhen } from '#shared/text/dates.ts'
import { fileFacts, scansText as text } from '#shared/text/documents.ts'
import { type MenuItem, MenuButton } from '../../design/menu.tsx'
import type { DroppedFiles } from '../../design/dropped-files.ts'
import { type Client, useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { openSettings } from '../../app/settings-state.ts'
import { dismissToastOf, showToast, type ToastAction } from '../../app/toasts.ts'

/** Ids of files of the scanner's folder that are being added somewhere. */
const scanIds = new WeakMap<File, string>()

/** Call this once a file is stored: the scanner's folder offers it no more. */
export function dismissScan({ bridge }: Pick<Client, 'bridge'>, file: File): void {
  const id = scanIds.get(file)
  if (id !== undefined) void bridge.call('scans.dismiss', { ids: [id] })
}

/** Call this when a smaller version of a file takes its place. */
export function replaceScan(file: File, by: File): void {
  const id = scanIds.get(file)
  if (id !== undefined) scanIds.set(by, id)
}

type Add = (files: readonly ScannedFile[]) => Promise<void>

/** Files that the scanner's folder offers here. A toast offers those that arrive while the page is open. */
export function useScans(onFiles: (files: DroppedFiles) => void): {
  files: readonly ScannedFile[]
  add: Add
} {
  const { bridge } = useClient()
  const scans = useSlice('scans')
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  /** Ids that were asked for here. A file that could not be read leaves them. */
  const underWay = useRef(new Set<string>())
  const known = useRef<Set<string> | null>(null)
  const offer = useRef<ToastAction | null>(null)
  const files = scans?.files.filter(({ id }) => !taken.has(id)) ?? []

  const add: Add = async (some) => {
    const wanted = some.filter(({ id }) => !underWay.current.has(id))
    for (const { id } of wanted) underWay.current.add(id)
    const read: File[] = []
    for (const { id, name, at } of wanted) {
      const answer = await bridge.read('scans.file', { id })
      if (!answer.ok) {
        underWay.current.delete(id)
        sayFailed(answer.error, (code) => ({ title: code === 'not-found' ? text.gone : text.failed }))
        continue
      }
      const file = new File([answer.value], name, { type: answer.value.type, lastModified: at })
      scanIds.set(file, id)
      read.push(file)
    }
    if (read.length === 0) return
    const ids = read.flatMap((file) => scanIds.get(file) ?? [])
    setTaken((before) => new Set([...before, ...ids]))
    onFiles({ files: read, folders: [] })
  }

  const tellArrivals = useEffectEvent(() => {
    // A locked window has no files, which is not their removal.
    if (!scans || scans.state === 'off') return
    const before = known.current
    known.current = new Set(scans.files.map(({ id }) => id))
    if (before === null) return
    const arrived = scans.files.filter(({ id }) => !before.has(id))
    if (arrived.length === 0) return
    offer.current = {
      label: arrived.length === 1 ? text.add : text.addAll(arrived.length),
      run: () => void add(arrived),
    }
    showToast(text.arrived(arrived.map(({ name }) => name)), 'done', offer.current)
  })
  useEffect(() => tellArrivals(), [scans])
  // On another page, the button of the toast would add the files to the case that was left.
  useEffect(() => () => void (offer.current && dismissToastOf(offer.current)), [])
  return { files, add }
}

/** Menu of the files that the scanner wrote. Absent without a folder in Ajustes. */
export function ScanMenu({ onFiles, size }: { onFiles: (files: DroppedFiles) => void; size?: 'low' }) {
  const { bridge, now } = useClient()
  const scans = useSlice('scans')
  const { files, add } = useScans(onFiles)
  if (!scans || scans.state === 'off') return null
  const items: MenuItem[] = files.map((file) => ({
    id: file.id,
    label: file.name,
    detail: [fileFacts(undefined, file.bytes), shortWhen(file.at, now()), file.isCut ? text.cut : '']
      .filter(Boolean)
      .join(' · '),
    run: () => void add([file]),
  }))
  if (files.length > 1)
    items.unshift({ id: 'all', label: text.addAll(files.length), run: () => void add(files) })
  if (files.length > 0)
    items.push({
      id: 'dismiss',
      label: text.dismissAll,
      detail: text.dismissHelp,
      divided: true,
      run: () => void bridge.call('scans.dismiss', { ids: files.map(({ id }) => id) }),
    })
  else if (scans.state === 'on')
    items.push({ id: 'none', label: text.none, detail: text.noneHelp, run: () => undefined })
  if (scans.state !== 'on')
    items.push({
      id: 'settings',
      label: text[scans.state],
      detail: text.settings,
      run: () => openSettings('sending'),
    })
  return (
    <MenuButton label={text.menu} items={items} icon={ScanLine} {...(size && { size })}>
      {text.button(files.length)}
    </MenuButton>
  )
}
