import { useState } from 'react'
import texts from '../messages/en/palette.json'
import { messagesOf } from '../messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Checkbox } from '../ui/field.tsx'
import { Keys } from '../ui/keys.tsx'
import { openLayer } from './layer.ts'
import { areSingleKeysOn, currentShortcuts, switchSingleKeys } from './shortcuts.ts'
import styles from './shortcut-list.module.css'

const t = messagesOf(texts)

/** Shortcuts of the page and of the shell, and the switch that turns single keys off. */
export function ShortcutList() {
  const [groups] = useState(() => Object.entries(Object.groupBy(currentShortcuts(), ({ title }) => title)))
  const [isOn, setOn] = useState(areSingleKeysOn)
  return (
    <Dialog title={t('shortcuts')} isOpen onClose={() => openLayer(null)}>
      <div className={styles.groups} tabIndex={0} role="group" aria-label={t('shortcuts')}>
        {groups.map(([title, parts = []]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {parts
                .flatMap(({ shortcuts }) => shortcuts)
                .map(({ keys, text }) => (
                  <div key={keys}>
                    <dt>{text}</dt>
                    <dd>
                      <Keys keys={keys} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <Checkbox
        label={t('singleKeys')}
        hint={t('singleKeysHint')}
        checked={isOn}
        onChange={({ target }) => {
          switchSingleKeys(target.checked)
          setOn(target.checked)
        }}
      />
    </Dialog>
  )
}
