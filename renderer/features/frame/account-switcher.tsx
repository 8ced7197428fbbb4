import { ChevronsUpDown, Plus, Settings } from 'lucide-react'
import { useRef, useState } from 'react'
import { environmentText, frameText } from '#shared/text/app.ts'
import { switcherText as text } from '#shared/text/app-sidebar.ts'
import { Icon } from '../../design/icon.tsx'
import { Menu, type MenuItem } from '../../design/menu.tsx'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { addAccount, openSettings } from '../../ui-state/settings-state.ts'
import { activate } from '../accounts/account-actions.ts'
import { Logo } from '../../design/logo.tsx'
import './account-switcher.css'

/** Active account, and a menu to switch. */
export function AccountSwitcher() {
  const client = useClient()
  const profile = useSlice('profile')
  const accounts = useSlice('accounts')
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const environment = profile ? environmentText[profile.environment].name : ''
  const name = profile?.name ?? frameText.product
  // Without an account the name already is the environment's.
  const second = profile && profile.name !== environment ? environment : frameText.product

  const items: MenuItem[] = (accounts ?? []).map((account) => ({
    id: account.id,
    label: account.name,
    detail: account.environment === 'demo' ? text.demoWhere : environmentText[account.environment].name,
    icon: <span className={`environment-mark environment-mark--${account.environment}`} aria-hidden="true" />,
    checked: account.id === profile?.id,
    run: () => {
      if (account.id !== profile?.id) void activate(client, account)
    },
  }))
  items.push(
    { id: 'add', label: text.addOther, icon: <Icon of={Plus} />, divided: true, run: () => addAccount() },
    {
      id: 'manage',
      label: text.manage,
      icon: <Icon of={Settings} />,
      run: () => openSettings('accounts'),
    },
  )
  return (
    <>
      <button
        ref={button}
        type="button"
        className="side__account"
        aria-label={text.switcher(name, second)}
        aria-haspopup="menu"
        aria-expanded={open}
        title={name}
        onClick={() => setOpen(true)}
      >
        <Logo />
        <span className="side__names">
          <b className="clip">{name}</b>
          <span>{second}</span>
        </span>
        <Icon of={ChevronsUpDown} className="side__more" />
      </button>
      {open && <Menu label={text.menu} items={items} anchor={button} onClose={() => setOpen(false)} />}
    </>
  )
}
