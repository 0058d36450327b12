import { useEffect, useState } from 'react'
import { LOCALE } from '../messages.ts'
import styles from './figure.module.css'

const NUMBER = new Intl.NumberFormat(LOCALE)
const MOVED_MS = 1_200

type FigureProps = { value: number | undefined; size?: 'large' | 'row' }

/** A number that has the accent color for 1.2 s after it has changed. */
export function Figure({ value, size = 'row' }: FigureProps) {
  const [settled, setSettled] = useState(value)
  const isMoved = settled !== undefined && value !== undefined && settled !== value
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), isMoved ? MOVED_MS : 0)
    return () => clearTimeout(timer)
  }, [value, isMoved])
  return (
    <span className={styles.figure} data-size={size} data-moved={isMoved || undefined}>
      {value === undefined ? '–' : NUMBER.format(value)}
    </span>
  )
}
