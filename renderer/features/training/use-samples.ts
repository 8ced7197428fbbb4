import { useCallback, useEffect, useState } from 'react'
import type { Training } from '#shared/bridge/training.ts'
import { documentLabel } from '#shared/text/labels-documents.ts'
import { trainingFileText } from '#shared/text/training-files.ts'
import { useClient } from '../../replica/client.ts'

export type SampleType = Training['samples'][number]
/** `null` while it comes. */
export type Sample = File | 'failed' | null

/** Fetches a sample document as soon as it is shown, so that it can be dragged at once. */
export function useSample(type: SampleType): { sample: Sample; retry: () => void } {
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
