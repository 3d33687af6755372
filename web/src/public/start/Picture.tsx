type Props = {
  light: string
  dark: string
  /** In pixels of the page. */
  width: number
  height: number
  alt: string
  className?: string | undefined
  /** Seen at once, and so fetched at once. */
  first?: boolean
}

/** A picture of the product (`web/brand/pictures.ts`) in the theme of the page. */
export const Picture = ({ light, dark, width, height, alt, className, first = false }: Props) => (
  <picture>
    <source srcSet={dark} media="(prefers-color-scheme: dark)" />
    <img
      className={className}
      src={light}
      width={width}
      height={height}
      alt={alt}
      loading={first ? 'eager' : 'lazy'}
      decoding="async"
    />
  </picture>
)
