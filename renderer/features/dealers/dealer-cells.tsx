import { Tag, UserRound } from 'lucide-react'
import type { Dealer } from '#shared/bridge/dealers.ts'
import { dealersText as text } from '#shared/text/app-dealers.ts'
import { waitingFor } from '#shared/text/app-cases.ts'
import { count } from '#shared/text/grammar.ts'
import { Icon } from '../../design/icon.tsx'
import { useAt } from '../../replica/use-replica.ts'
import { nameWords } from '../cases/row-words.ts'
import { useHidesNames } from '../frame/use-hides-names.ts'

/** Cells of a dealer of the list. */
export const dealerCells = (dealer: Dealer) => <Cells dealer={dealer} />

function Cells({ dealer }: { dealer: Dealer }) {
  const { kind, name, oldest } = dealer
  const hidesNames = useHidesNames() && kind === 'client'
  const shown = nameWords(name, '', { hidesNames, withTails: false })
  const age = useAt((now) => (oldest === null ? '' : waitingFor(oldest, now)))
  return (
    <>
      <span role="gridcell" className="dealers__name">
        <Icon of={kind === 'label' ? Tag : UserRound} />
        <span className="visually-hidden">{text.kinds[kind]}</span>
        <span className="clip" title={shown}>
          {shown}
        </span>
      </span>
      <Amount of="open" n={dealer.open} strong />
      <Amount of="dealer" n={dealer.dealer + dealer.signer} strong />
      <Amount of="office" n={dealer.office} />
      <Amount of="registry" n={dealer.registry} />
      <Amount of="unsigned" n={dealer.unsigned} />
      <Amount of="missing" n={dealer.missing} />
      <span role="gridcell" className="dealers__amount second figures">
        {age || <None />}
      </span>
      <Amount of="ended" n={dealer.ended} />
    </>
  )
}

/** A number under its column; where the columns leave, it says what it counts. */
function Amount({ of, n, strong }: { of: keyof typeof text.columns; n: number; strong?: boolean }) {
  return (
    <span role="gridcell" className={`dealers__amount figures ${strong ? '' : 'second'}`}>
      {n === 0 ? <None /> : count(n)}
      <span className="dealers__of" aria-hidden="true">
        {text.columns[of]}
      </span>
    </span>
  )
}

const None = () => (
  <>
    <span className="muted" aria-hidden="true">
      {text.zero}
    </span>
    <span className="visually-hidden">0</span>
  </>
)
