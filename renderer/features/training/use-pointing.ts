import { useEffect } from 'react'
import type { Point } from '#shared/domain/training.ts'
import './pointing.css'

/** Points at parts of the screens, which `data-point` names. */
export function usePointing(points: readonly Point[]) {
  const pointing = points.join(' ')
  useEffect(() => {
    const { dataset } = document.documentElement
    if (pointing === '') return
    dataset['pointing'] = pointing
    return () => void delete dataset['pointing']
  }, [pointing])
}
