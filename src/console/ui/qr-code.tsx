import { useMemo } from 'react'
import { qrModules } from './qr-modules.ts'

/** Modules of the light margin that readers need. */
const MARGIN = 4

/** QR code of a text, dark on light in both themes. Nothing for a text that is too long. */
export function QrCode({ text, name }: { text: string; name: string }) {
  const modules = useMemo(() => qrModules(text), [text])
  if (!modules) return null
  const size = modules.length + 2 * MARGIN
  const path = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + MARGIN} ${y + MARGIN}h1v1h-1z`] : [])),
  )
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`0 0 ${size} ${size}`}
      width={size * 4}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path.join('')} fill="black" />
    </svg>
  )
}
