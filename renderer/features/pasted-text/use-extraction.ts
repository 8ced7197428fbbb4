import { useEffect, useState } from 'react'
import { findPassages } from '#shared/domain/pasted-text/find-in-text.ts'
import type { Finding } from '#shared/domain/pasted-text/finding.ts'
import { useClient } from '../../replica/client.ts'

/** Longest work between two frames, in milliseconds. */
const SLICE_MS = 8

export interface Extraction {
  state: 'reading' | 'done' | 'stopped'
  findings: readonly Finding[]
  /** Characters read so far. */
  read: number
  stop: () => void
}

/** Finds the data of a text in slices: the window goes on answering, and stopping shows what was found so far. */
export function useExtraction(text: string): Extraction {
  const { now } = useClient()
  const [progress, setProgress] = useState<Omit<Extraction, 'stop'>>(started)
  const [stopped, setStopped] = useState<string | null>(null)
  const isStopped = stopped === text
  useEffect(() => {
    if (isStopped) return
    const passages = findPassages(text, now())
    const findings: Finding[] = []
    let read = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const slice = () => {
      const until = performance.now() + SLICE_MS
      do {
        const next = passages.next()
        if (next.done) return setProgress({ state: 'done', findings, read })
        findings.push(...next.value.findings)
        ;({ read } = next.value)
      } while (performance.now() < until)
      setProgress({ state: 'reading', findings: [...findings], read })
      timer = setTimeout(slice)
    }
    slice()
    return () => clearTimeout(timer)
  }, [text, now, isStopped])
  return {
    ...progress,
    ...(isStopped && progress.state === 'reading' && { state: 'stopped' as const }),
    stop: () => setStopped(text),
  }
}

const started = { state: 'reading', findings: [], read: 0 } as const
