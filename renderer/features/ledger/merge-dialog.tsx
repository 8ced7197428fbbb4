import { useState } from 'react'
import type { Client } from '#shared/bridge/clients.ts'
import { clientText } from '#shared/text/clients.ts'
import { Button } from '../../design/button.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { Field } from '../../design/fields.tsx'
import { useSettled } from '../../design/hooks.ts'
import { useClient } from '../../replica/client.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { useHidesNames } from '../../app/lists.tsx'
import { openRoute } from '../../app/route.ts'
import { ConfirmTaskDialog } from '../../app/task-dialogs.tsx'
import { clientName } from './clients-page.tsx'

const text = clientText.merge
const MAX_FOUND = 8

type Other = Client['alike'][number]

interface MergeDialogProps {
  /** Client that the other one is merged into. */
  into: string
  name: string
  /** `null`: the user chooses. */
  other: Other | null
  onClose: () => void
}

/** Chooses a client that is the same one, and merges it after a confirmation. */
export function MergeDialog({ into, name, other, onClose }: MergeDialogProps) {
  const { bridge } = useClient()
  const hidesNames = useHidesNames()
  const [chosen, setChosen] = useState(other)
  if (!chosen) return <Choice into={into} name={name} onChoose={setChosen} onClose={onClose} />
  return (
    <ConfirmTaskDialog
      title={text.confirmTitle(clientName(chosen.id, chosen.name, hidesNames), name)}
      body={text.confirmBody(name)}
      keep={text.keep}
      submit={text.submit}
      working={text.working}
      done={text.done}
      run={() => bridge.call('clients.merge', { from: chosen.id, into })}
      onDone={({ id }) => id !== into && openRoute({ view: 'ledger-client', id })}
      onClose={onClose}
    />
  )
}

type ChoiceProps = Pick<MergeDialogProps, 'into' | 'name' | 'onClose'> & { onChoose: (other: Other) => void }

function Choice({ into, name, onChoose, onClose }: ChoiceProps) {
  const hidesNames = useHidesNames()
  const [typed, setTyped] = useState('')
  const settled = useSettled(typed.trim())
  const { data } = useQuery('clients.find', settled === '' ? null : { text: settled, limit: MAX_FOUND + 1 })
  const found = (data?.rows ?? []).filter(({ id }) => id !== into).slice(0, MAX_FOUND)
  return (
    <TitledDialog
      title={text.title(name)}
      dismissable
      actions={
        <Button tone="plain" onClick={onClose}>
          {text.close}
        </Button>
      }
      onClose={onClose}
    >
      <Field
        label={text.search}
        type="search"
        value={typed}
        maxLength={200}
        help={text.help}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul className="client-choices" aria-label={text.search}>
        {found.map((other) => (
          <li key={other.id}>
            <Button
              aria-label={text.choose(clientName(other.id, other.name, hidesNames))}
              onClick={() => onChoose(other)}
            >
              <span className="clip">{clientName(other.id, other.name, hidesNames)}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p className="small muted" role="status">
        {settled !== '' && data && found.length === 0 && text.none}
      </p>
    </TitledDialog>
  )
}
