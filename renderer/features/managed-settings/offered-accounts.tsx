import { useId } from 'react'
import { managedText as text } from '#shared/text/managed.ts'
import { environmentText } from '#shared/text/app.ts'
import { Button } from '../../design/button.tsx'
import { Sign } from '../../design/sign.tsx'
import { hostOf } from '../accounts/account-actions.ts'
import { FixedNote } from './fixed-note.tsx'
import { takeOffer, useOffers } from './offers.ts'
import '../accounts/accounts.css'

/** Accounts that an administrator prepared, until a person gives their key. */
export function OfferedAccounts({ ready }: { ready: boolean }) {
  const offers = useOffers()
  const id = useId()
  if (offers.length === 0) return null
  return (
    <ul className="accounts offered">
      {offers.map((offer, index) => (
        <li
          key={`${offer.environment} ${offer.address} ${offer.name}`}
          className={`account account--${offer.environment}`}
        >
          <div className="account__who">
            <b id={`${id}-${index}`}>
              {offer.name}
              <span className="account__kind"> · {environmentText[offer.environment].name}</span>
            </b>
            <span className="small muted clip">{hostOf(offer.address)}</span>
            <FixedNote words={text.preparedBy} />
          </div>
          <span className="account__key small">
            <span className="account__state">
              <Sign kind="none" />
              {text.keyMissing}
            </span>
          </span>
          <div className="account__actions">
            <Button
              size="low"
              tone="primary"
              disabled={!ready}
              aria-label={text.setKeyOf(offer.name)}
              onClick={() => takeOffer(offer)}
            >
              {text.setKey}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
