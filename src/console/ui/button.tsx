import type { ComponentProps } from 'react'
import styles from './button.module.css'

const LOOKS = { plain: '', main: styles.main, quiet: styles.quiet, danger: styles.danger }

type ButtonProps = ComponentProps<'button'> & { look?: keyof typeof LOOKS }

/** Button with a verb. `main` is the one action of a form, and `quiet` is for actions beside a heading. */
export function Button({ look = 'plain', className = '', ...rest }: ButtonProps) {
  return <button type="button" className={`${styles.button} ${LOOKS[look]} ${className}`} {...rest} />
}
