import { useQuery } from 'urql'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/notifications.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.tsx'
import { PREFERENCES, UPDATE_PREFERENCES, type Preferences } from './notification-documents.ts'
import styles from './notifications.module.css'

const t = messagesOf(texts)
const FREQUENCIES = ['AT_ONCE', 'DAILY', 'WEEKLY', 'NEVER'] as const
const OPTIONS = FREQUENCIES.map((value) => ({ value, label: t(`frequency.${value}`) }))

type Choice = Preferences['kinds'][number]
type Changes = {
  choices?: Choice[]
  noMail?: boolean
  changelogSubscribed?: boolean
  allowMail?: boolean
}

/** Choices of the person, by mail and here. Each change is stored at once. */
export function Choices() {
  const [{ data }, read] = useQuery({ query: PREFERENCES })
  const { run } = useAction(UPDATE_PREFERENCES)
  const preferences = data?.notificationPreferences
  if (!preferences) return null
  const store = async (input: Changes) => {
    if (await run({ input })) toast({ text: t('saved') })
    read({ requestPolicy: 'network-only' })
  }
  return (
    <section className={styles.choices}>
      <h2>{t('choices')}</h2>
      {preferences.suppression !== null && <Suppressed onAllow={() => void store({ allowMail: true })} />}
      <table>
        <thead>
          <tr>
            <th scope="col">{t('kindHead')}</th>
            <th scope="col">{t('mailHead')}</th>
            <th scope="col">{t('bellHead')}</th>
          </tr>
        </thead>
        <tbody>
          {preferences.kinds.map((choice) => (
            <Row key={choice.kind} choice={choice} onChange={(next) => void store({ choices: [next] })} />
          ))}
        </tbody>
      </table>
      <Checkbox
        label={t('changelog')}
        checked={preferences.changelogSubscribed}
        onChange={({ target }) => void store({ changelogSubscribed: target.checked })}
      />
      <Checkbox
        label={t('noMail')}
        checked={preferences.noMail}
        onChange={({ target }) => void store({ noMail: target.checked })}
      />
    </section>
  )
}

/** Note that the address of the person receives no mail, with the button that changes it. */
function Suppressed({ onAllow }: { onAllow: () => void }) {
  return (
    <div role="status" className={styles.suppressed}>
      <p>{t('suppressed')}</p>
      <Button onClick={onAllow}>{t('again')}</Button>
    </div>
  )
}

function Row({ choice, onChange }: { choice: Choice; onChange: (choice: Choice) => void }) {
  const kind = t(`kind.${choice.kind}`)
  return (
    <tr>
      <th scope="row">{kind}</th>
      <td>
        <Select
          name={t('frequencyOf', { kind })}
          value={choice.frequency}
          options={OPTIONS}
          onChange={(value) => {
            const frequency = FREQUENCIES.find((one) => one === value)
            if (frequency) onChange({ ...choice, frequency })
          }}
        />
      </td>
      <td>
        {choice.kind !== 'TEAM_DIGEST' && (
          <input
            type="checkbox"
            aria-label={t('bellOf', { kind })}
            checked={choice.inBell}
            onChange={({ target }) => onChange({ ...choice, inBell: target.checked })}
          />
        )}
      </td>
    </tr>
  )
}
