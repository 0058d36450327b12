import { useEffect, useRef, type HTMLAttributes, type Ref } from 'react'
import styles from './scroller.module.css'

type ScrollerProps = HTMLAttributes<HTMLDivElement> & { ref?: Ref<HTMLDivElement> }

/** Content that may be wider than the page. It fades at each edge behind which there is more. */
export function Scroller({ className = '', ref, ...rest }: ScrollerProps) {
  const element = useRef<HTMLDivElement>(null)
  // Its children change the width too.
  useEffect(() => (element.current ? markEdges(element.current) : undefined))
  return (
    <div
      {...rest}
      ref={(one) => {
        element.current = one
        if (typeof ref === 'function') ref(one)
        else if (ref) ref.current = one
      }}
      className={`${styles.scroller} ${className}`}
    />
  )
}

/** Marks the edges behind which there is more, also after scrolling and resizing. Returns a function that ends that. */
function markEdges(element: HTMLElement): () => void {
  const mark = () => {
    const { scrollLeft, scrollWidth, clientWidth } = element
    element.toggleAttribute('data-more-before', scrollLeft > 1)
    element.toggleAttribute('data-more-after', scrollLeft < scrollWidth - clientWidth - 1)
  }
  const observer = new ResizeObserver(mark)
  observer.observe(element)
  element.addEventListener('scroll', mark, { passive: true })
  return () => {
    observer.disconnect()
    element.removeEventListener('scroll', mark)
  }
}
