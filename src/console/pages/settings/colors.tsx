import { useState } from 'react'
import texts from '../../messages/en/organization.json'
import { messagesOf } from '../../messages.ts'
import { ColorField } from '../../ui/color-field.tsx'
import { contrast, DARK_PAGE, inkOn, LIGHT_PAGE, mix, TEXT_CONTRAST } from '../../ui/contrast.ts'
import { shown } from '../../ui/dot-check.tsx'
import { textIn } from '../../ui/inline-form.tsx'
import styles from './settings.module.css'
import { PartForm, type PartProps } from './part.tsx'

const t = messagesOf(texts)
const COLORS = ['colorPrimary', 'colorPrimaryLight', 'colorPrimaryDark'] as const

type Color = (typeof COLORS)[number]
type Shades = Record<Exclude<Color, 'colorPrimary'>, string>

/** Shares of white and of black in the shades that follow a primary color. */
const LIGHTER = 0.9
const DARKER = 0.3
const shadesOf = (color: string): Shades => ({
  colorPrimaryLight: mix(color, '#ffffff', LIGHTER),
  colorPrimaryDark: mix(color, '#000000', DARKER),
})
/** Shades of a new organization. */
const FIRST: Shades = { colorPrimaryLight: '#eef2ff', colorPrimaryDark: '#3730a3' }
const NAMES = ['colorPrimaryLight', 'colorPrimaryDark'] as const

/** Returns the shades of a new primary color, except those that are set by hand, and what the fields call. */
function useShades(stored: PartProps['organization']) {
  const [followed, setFollowed] = useState<Partial<Record<Color, string>>>({})
  const [own, setOwn] = useState<readonly Color[]>(() => {
    const derived = shadesOf(stored.colorPrimary)
    return NAMES.filter((name) => ![derived[name], FIRST[name]].includes(stored[name]))
  })
  const onColor = (name: Color) => (color: string | null) => {
    if (name !== 'colorPrimary') return setOwn([...own, name])
    if (color === null) return
    const shades = shadesOf(color)
    setFollowed((before) => {
      const next = { ...before }
      for (const shade of NAMES) if (!own.includes(shade)) next[shade] = shades[shade]
      return next
    })
  }
  return { followed, onColor }
}

/** Colors of the portal, with how readable they are. The shades follow a new primary color. */
export function Colors(props: PartProps) {
  const { followed, onColor } = useShades(props.organization)
  const sample = props.organization.submitButtonText
  return (
    <PartForm
      {...props}
      title={t('colors')}
      text={t('colorsText')}
      changesOf={(values) => ({
        colorPrimary: textIn(values, 'colorPrimary'),
        colorPrimaryLight: textIn(values, 'colorPrimaryLight'),
        colorPrimaryDark: textIn(values, 'colorPrimaryDark'),
      })}
    >
      {(errors) => (
        <>
          {COLORS.map((name) => (
            <ColorField
              key={`${name} ${followed[name] ?? ''}`}
              label={t(name)}
              name={name}
              defaultValue={followed[name] ?? props.organization[name]}
              onColor={onColor(name)}
              error={errors[name]}
              check={(color) =>
                name === 'colorPrimary' ? (
                  <BrandCheck color={color} sample={sample} />
                ) : (
                  <ShadeCheck color={color} sample={sample} />
                )
              }
            />
          ))}
        </>
      )}
    </PartForm>
  )
}

/** A button in a color, and its contrast as text in both themes. The portal corrects what is too little. */
function BrandCheck({ color, sample }: { color: string; sample: string }) {
  const ink = inkOn(color)
  const light = contrast(color, LIGHT_PAGE)
  const dark = contrast(color, DARK_PAGE)
  const key = light < TEXT_CONTRAST ? 'darkened' : dark < TEXT_CONTRAST ? 'lightened' : 'readable'
  return (
    <span className={styles.check}>
      <span className={styles.sample} style={{ background: color, color: ink }}>
        {sample}
      </span>
      <span role="status">
        {t(key, { light: shown(light), dark: shown(dark), button: shown(contrast(color, ink)) })}
      </span>
    </span>
  )
}

/** A button in a shade, and the contrast of its text. */
function ShadeCheck({ color, sample }: { color: string; sample: string }) {
  const ink = inkOn(color)
  return (
    <span className={styles.check}>
      <span className={styles.sample} style={{ background: color, color: ink }}>
        {sample}
      </span>
      <span role="status">{t('onIt', { button: shown(contrast(color, ink)) })}</span>
    </span>
  )
}
