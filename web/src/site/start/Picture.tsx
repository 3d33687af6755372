type Props = {
  /** Addresses, with their widths where there are several (`srcset`). */
  light: string
  dark: string
  sizes?: string
  /** In pixels of the page. */
  width: number
  height: number
  alt: string
  className?: string | undefined
  /** Seen at once, and so fetched at once. */
  first?: boolean
}

/** A picture of the product (`web/brand/pictures.ts`) in the theme of the page. */
export const Picture = ({ light, dark, sizes, width, height, alt, className, first = false }: Props) => (
  <picture>
    <source srcSet={dark} sizes={sizes} media="(prefers-color-scheme: dark)" />
    <img
      className={className}
      srcSet={light}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding={first ? 'sync' : 'async'}
    />
  </picture>
)
