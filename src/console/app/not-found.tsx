import { Link } from '@tanstack/react-router'
import texts from '../messages/en/shell.json'
import { messagesOf } from '../messages.ts'
import button from '../ui/button.module.css'
import { Refusal } from './refusal.tsx'

const t = messagesOf(texts)

/** Page of an address that the console does not have. */
export function NotFound() {
  return (
    <Refusal title={t('notFoundTitle')} text={t('notFound')}>
      <Link to="/" className={`${button.button} ${button.main}`}>
        {t('toConsole')}
      </Link>
    </Refusal>
  )
}
