import { useId } from 'react';

const words = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'];

/** 1 to 5 stars as a group of radio buttons, which a tap, arrow keys and a screen reader can all use. */
export function StarField({
  value,
  onChange,
  error,
}: {
  /** 0 without a choice. */
  value: number;
  onChange: (rating: number) => void;
  error?: string | undefined;
}) {
  const id = useId();
  return (
    <fieldset className="star-field" aria-describedby={error && `${id}-error`}>
      <legend>How was it?</legend>
      <div className="star-row">
        {words.map((word, index) => {
          const rating = index + 1;
          return (
            <label key={word} className={rating <= value ? 'star on' : 'star'}>
              <input
                type="radio"
                className="visually-hidden"
                name={`${id}-stars`}
                value={rating}
                checked={rating === value}
                onChange={() => onChange(rating)}
                aria-invalid={error ? true : undefined}
                aria-label={`${rating} ${rating === 1 ? 'star' : 'stars'}: ${word}`}
              />
              <span aria-hidden="true">{rating <= value ? '★' : '☆'}</span>
            </label>
          );
        })}
        <span className="star-word" aria-hidden="true">
          {words[value - 1] ?? ''}
        </span>
      </div>
      {error && (
        <span id={`${id}-error`} className="error">
          {error}
        </span>
      )}
    </fieldset>
  );
}
