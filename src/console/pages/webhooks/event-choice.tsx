import texts from '../../messages/en/webhooks.json'
import eventTexts from '../../messages/en/events.json'
import { messagesOf } from '../../messages.ts'
import { Checkbox } from '../../ui/field.tsx'
import styles from './event-choice.module.css'
import { EVENT_GROUPS, type EventType } from './event-types.ts'

const t = messagesOf(texts)
const e = messagesOf(eventTexts)

type EventChoiceProps = {
  chosen: readonly EventType[]
  onChange: (chosen: EventType[]) => void
  /** Events that can be chosen. By default all. */
  open?: readonly EventType[] | undefined
  error?: string | undefined
}

/** Events of a webhook, in groups. */
export function EventChoice({ chosen, onChange, open, error }: EventChoiceProps) {
  const groups = Object.entries(EVENT_GROUPS)
    .map(([name, types]) => ({
      name: name as keyof typeof EVENT_GROUPS,
      types: types.filter((type) => !open || open.includes(type)),
    }))
    .filter(({ types }) => types.length > 0)
  const toggle = (types: readonly EventType[], isOn: boolean) => {
    const others = chosen.filter((type) => !types.includes(type))
    onChange(isOn ? [...others, ...types] : others)
  }
  return (
    <fieldset className={styles.choice}>
      <legend>{t('chooseEvents')}</legend>
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <div className={styles.groups}>
        {groups.map(({ name, types }) => (
          <Group key={name} name={name} types={types} chosen={chosen} toggle={toggle} />
        ))}
      </div>
    </fieldset>
  )
}

type GroupProps = {
  name: keyof typeof EVENT_GROUPS
  types: readonly EventType[]
  chosen: readonly EventType[]
  toggle: (types: readonly EventType[], isOn: boolean) => void
}

function Group({ name, types, chosen, toggle }: GroupProps) {
  return (
    <div role="group" aria-label={t(`group.${name}`)}>
      <Checkbox
        label={t(`group.${name}`)}
        checked={types.every((type) => chosen.includes(type))}
        onChange={({ target }) => toggle(types, target.checked)}
      />
      {types.map((type) => (
        <Checkbox
          key={type}
          label={e(type)}
          checked={chosen.includes(type)}
          onChange={({ target }) => toggle([type], target.checked)}
        />
      ))}
    </div>
  )
}
