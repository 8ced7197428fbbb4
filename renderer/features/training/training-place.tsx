import { ErrorBoundary } from '../../design/error-boundary.tsx'
import { later } from '../../design/later.tsx'
import { useSlice } from '../../replica/use-replica.ts'

const TrainingBar = later(async () => (await import('./training-bar.tsx')).TrainingBar)

/** Place of the bar for the tour or a scenario. Only in the demonstration. */
export function TrainingPlace() {
  const training = useSlice('training')
  const isDemo = useSlice('profile')?.environment === 'demo'
  if (!training || training.putAway || !isDemo) return null
  return (
    <ErrorBoundary fallback={null} resetKey={`${training.id} ${training.step}`}>
      <TrainingBar training={training} />
    </ErrorBoundary>
  )
}
