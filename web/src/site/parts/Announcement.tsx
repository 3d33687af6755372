import styles from './frame.module.css'

/** The provider's announcement on every page, such as a maintenance. */
export const Announcement = ({ text }: { text: string }) => (
  <p className={styles.announcement} role="status">
    {text}
  </p>
)
