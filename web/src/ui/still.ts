/** Properties that make a button look and act disabled without taking its focus away. */
export const still = (disabled: boolean, onClick: () => void) =>
  disabled ? { 'aria-disabled': true, className: 'Mui-disabled' } : { onClick }
