import { Check, Download, FileText, GripVertical, RotateCw } from 'lucide-react'
import { type MouseEvent, useId, useState, useCallback, useEffect } from 'react'
import { documentLabel } from '#shared/text/labels.ts'
import { sampleText as text, trainingFileText } from '#shared/text/frame.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { endDragging, giveFiles, startDragging } from '../../design/file-drop.tsx'
import { Icon } from '../../design/icon.tsx'
import { announce } from '../../app/announcer.tsx'
import { useSaveFile } from '../../app/transfers.ts'
import type { Training } from '#shared/bridge/training.ts'
import { useClient } from '../../replica/client.ts'

/** Sample documents of the step. The user drags them onto the window like files, or adds them with a button. */
export function TrainingSamples({ types }: { types: readonly SampleType[] }) {
  const id = useId()
  // No page accepts a document now. A sentence tells the user where to go.
  const [nowhere, setNowhere] = useState(false)
  return (
    <div className="training__samples">
      <p className="small muted" id={id}>
        {text.title}
      </p>
      <ul aria-labelledby={id}>
        {types.map((type) => (
          <SampleChip key={type} type={type} onGiven={(given) => setNowhere(!given)} />
        ))}
      </ul>
      <p className="medium warn-text" role="status">
        {nowhere && text.nowhere}
      </p>
    </div>
  )
}

function SampleChip({ type, onGiven }: { type: SampleType; onGiven: (given: boolean) => void }) {
  const { sample, retry } = useSample(type)
  const { save } = useSaveFile('training.sample', text.saved)
  const [added, setAdded] = useState(false)
  const name = documentLabel(type)
  const file = sample instanceof File ? sample : null
  const add = ({ detail }: MouseEvent) => {
    // A double click adds it once.
    if (!file || detail > 1) return
    const given = giveFiles([file])
    onGiven(given)
    setAdded(given)
    if (given) announce(text.added(name))
  }
  return (
    <li
      className={file ? 'sample sample--ready' : 'sample'}
      draggable={file !== null}
      aria-busy={sample === null}
      onDragStart={(event) => file && startDragging(event.dataTransfer, file)}
      onDragEnd={endDragging}
    >
      <Icon of={file ? GripVertical : FileText} className="muted" />
      <span className="sample__name">
        {sample === null ? text.loading(name) : sample === 'failed' ? text.failed(name) : name}
      </span>
      {sample === 'failed' ? (
        <Button size="low" icon={RotateCw} aria-label={text.retryNamed(name)} onClick={retry}>
          {text.retry}
        </Button>
      ) : (
        <>
          <Button
            size="low"
            icon={added ? Check : undefined}
            aria-label={added ? text.added(name) : text.addNamed(name)}
            disabled={!file}
            onClick={add}
          >
            {added ? text.done : text.add}
          </Button>
          <IconButton
            icon={Download}
            label={text.save(name)}
            named
            disabled={!file}
            onClick={() => save({ type })}
          />
        </>
      )}
    </li>
  )
}

type SampleType = Training['samples'][number]
/** `null` while the sample loads. */
type Sample = File | 'failed' | null

/** Fetches a sample document when it is first shown, because a drag needs the file at once. */
function useSample(type: SampleType): { sample: Sample; retry: () => void } {
  const { bridge } = useClient()
  const [sample, setSample] = useState<Sample>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    setSample(null)
    bridge.read('training.sample', { type }, { signal: abort.signal }).then(
      (answer) => {
        if (abort.signal.aborted) return
        const name = trainingFileText.sample(documentLabel(type))
        setSample(answer.ok ? new File([answer.value], name, { type: 'application/pdf' }) : 'failed')
      },
      () => {},
    )
    return () => abort.abort()
  }, [bridge, type, tries])
  const retry = useCallback(() => setTries((one) => one + 1), [])
  return { sample, retry }
}
